// Record button: exact samples from the engine, saved as a WAV file.
import {wav} from 'peal-engine';

import {audio} from './audio';
import {button} from './controls';
import {icon} from './dom';

export function save(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** `name` of the file without .wav. */
export function recordButton(name: () => string): HTMLButtonElement {
  let since = 0,
    timer = 0;
  const label = (on: boolean, text: string) => {
    element.replaceChildren(icon(on ? 'stop' : 'record'), text);
    element.classList.toggle('on', on);
    element.setAttribute('aria-pressed', String(on));
    element.setAttribute('aria-label', on ? 'Stop recording' : 'Record to a WAV file');
  };
  const element: HTMLButtonElement = button({
    label: 'Record',
    onClick: async () => {
      const peal = await audio.start();
      if (!since) {
        peal.recordStart();
        since = performance.now();
        label(true, '0.0 s');
        timer = window.setInterval(() => label(true, ((performance.now() - since) / 1000).toFixed(1) + ' s'), 100);
        return;
      }
      since = 0;
      clearInterval(timer);
      label(false, 'Record');
      const {rate, channels} = await peal.recordStop();
      save(wav(rate, channels), name() + '.wav');
    },
  });
  element.title = 'Record to a WAV file';
  label(false, 'Record');
  return element;
}
