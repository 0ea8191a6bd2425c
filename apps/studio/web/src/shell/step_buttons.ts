// Buttons for the steps of a page: copy the address of what is there, step back and forth.
import {button} from './controls';
import type {Steps} from './link_state';

const kSaid = 1800; // [ms] that the button tells what it did

function copyButton(steps: Steps): HTMLButtonElement {
  const title = 'Copies an address that brings all of this back';
  const element = button({
    label: 'Copy link',
    icon: 'link',
    title,
    onClick: async () => {
      const address = await steps.link();
      history.replaceState(null, '', address);
      const done = await navigator.clipboard?.writeText(address).then(
        () => true,
        () => false,
      );
      element.lastChild!.textContent = done ? 'Copied' : 'In the address bar';
      setTimeout(() => {
        element.lastChild!.textContent = 'Copy link';
      }, kSaid);
    },
  });
  return element;
}

export function stepButtons(steps: Steps): HTMLButtonElement[] {
  const undo = button({icon: 'undo', title: 'Undo (Ctrl+Z)', kind: 'bare', onClick: steps.undo});
  const redo = button({icon: 'redo', title: 'Redo (Ctrl+Shift+Z)', kind: 'bare', onClick: steps.redo});
  const enable = () => {
    undo.disabled = !steps.canUndo();
    redo.disabled = !steps.canRedo();
  };
  steps.onChange(enable);
  enable();
  return [copyButton(steps), undo, redo];
}
