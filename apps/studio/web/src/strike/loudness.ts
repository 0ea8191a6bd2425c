// How loud the strike bench plays. Bodies differ by some 40 dB for the same blow: a coin of lead would not be
// heard where one of aluminium fills the room. The page turns each one up or down, and says so at the slider.
const kPeak = 0.5; // of full scale, after an ordinary blow
export const kOrdinary = 12; // [mN s], with the plastic beater, where the bench aims at first

/** Loudest sound [Pa] at the ears after an ordinary blow; measured. */
const kLoudest: Record<string, number> = {
  'bell-bronze': 1.33,
  'bell-iron': 1,
  'bell-steel': 1.23,
  'bell-glass': 3.76,
  'bell-porcelain': 3.37,
  'bowl-steel': 5.96,
  'bowl-brass': 4.94,
  'bowl-glass': 13.4,
  'bowl-porcelain': 11.2,
  'bowl-wood': 12.8,
  'coin-silver': 2.78,
  'coin-gold': 0.79,
  'coin-copper': 5.92,
  'coin-aluminium': 47.5,
  'coin-lead': 0.54,
  'mug-porcelain': 9.23,
  'mug-stoneware': 14.3,
  'mug-glass': 11.6,
  'mug-steel': 3.91,
  'mug-plastic': 11.6,
  'plate-steel': 3.79,
  'plate-aluminium': 15.1,
  'plate-glass': 10.9,
  'plate-porcelain': 10.3,
  'plate-oak': 8.87,
  'wineglass-crystal': 4.17,
  'wineglass-glass': 3.23,
  'wineglass-silver': 3.33,
  'wineglass-plastic': 2.11,
};

/** What touches for long wakes little: soft beaters would hardly be heard. */
const kLift: Record<string, number> = {'beater-felt': 30, 'beater-rubber': 6};

/**
 * Full scale per pascal. Beyond an ordinary blow loudness grows with the root of the strength: what is four
 *  times as strong would otherwise only be bent by the limiter.
 *  @param strength [mN s]
 */
export function strikeGain(bank: string, beater: string, strength = kOrdinary): number {
  return (kPeak / (kLoudest[bank] ?? 5)) * (kLift[beater] ?? 1) * Math.min(1, Math.sqrt(kOrdinary / strength));
}
