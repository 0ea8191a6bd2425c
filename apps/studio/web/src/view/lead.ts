// The sentence over the picture: what to do or, if files of the result are missing or damaged, what is left of it.
export type Trouble = {
  sound?: string;
  noSound?: string;
  noMotion?: string;
  stems: boolean;
  motionDamaged?: boolean;
  leftOut?: string;
}; // clauses without a full stop

export const sentence = (text: string) => (/[.?!]$/.test(text) ? text : text + '.');

export function leadSentence({sound, noSound, noMotion, stems, motionDamaged, leftOut}: Trouble): string {
  const out: string[] = [];
  if (noSound) out.push(noMotion ? noSound : `${noSound}: the picture alone`);
  if (noSound && stems) out.push('Solo a stem to hear it');
  if (sound) out.push(sound);
  if (noMotion) out.push(noSound ? noMotion : `${noMotion}: sound only`);
  if (motionDamaged && !sound) out.push('Render again');
  if (!out.length) out.push('Press play. Click into the time to hear it from there');
  if (leftOut && !noMotion) out.push(leftOut);
  return out.join('. ') + '.';
}

/** What of a crowd is not in the picture. */
export const leftOutText = ({drawn, all}: {drawn: number; all: number}) =>
  drawn < all ? `${drawn} of ${all} grains are shown` : undefined;
