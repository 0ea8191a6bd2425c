// Where words and pad leave room for the picture: on the desktop beside it, on a phone above and below, on a
// phone that lies to the left.
import type {Insets} from '../shell';

const kNarrow = matchMedia('(max-width: 900px)');
// As in theme.css.
const kLying = matchMedia('(max-height: 500px) and (min-width: 600px) and (max-width: 1000px)');
const kColumn = 250; // [px] of words in a picture that lies

/**
 * `air`: part of the height that stays free above and below; `clear`: neither words nor pad cover it;
 *  `aside`: [px] at the left for the numbers.
 */
export type Room = {air?: number; clear?: boolean; aside?: number};

export function insets(stage: HTMLElement, {air = 0, clear = false, aside = 0}: Room = {}) {
  const box = (name: string) => stage.querySelector(name)!.getBoundingClientRect();
  return (_: number, height: number): Insets => {
    if (kLying.matches) return {left: kColumn, top: air * 40, bottom: air * 40};
    if (!kNarrow.matches) return {left: aside, top: air * height, bottom: air * height};
    if (!clear) return {};
    const {top} = stage.getBoundingClientRect();
    return {top: box('.intro').bottom - top + 4, bottom: top + height - box('.corner').top + 4};
  };
}
