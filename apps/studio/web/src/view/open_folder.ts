// An invitation to open a result: a button for a folder, a whole page to drop one on, and examples.
import {fail, h} from '../shell';

import {drawing} from './icons';

import {droppedFiles, openedResult, servedExamples, type ResultFiles} from './result';

export type FolderDoor = {invite: (visible: boolean) => void; others: HTMLElement};

/** A row of links, once it is known what there is. */
function exampleRow(): HTMLElement {
  const row = h('p', {class: 'examples', hidden: true}, 'Or look at an example');
  void servedExamples().then((examples) => {
    row.append(...examples.map(({name, label}) => h('a', {class: 'button', href: `#example=${name}`}, label)));
    row.hidden = examples.length === 0;
  });
  return row;
}

export function folderDoor(stage: HTMLElement, open: (files: ResultFiles) => void): FolderDoor {
  const input = h('input', {
    type: 'file',
    multiple: true,
    webkitdirectory: true,
    class: 'visually-hidden',
    tabindex: -1,
    'aria-label': 'Result folder',
  });
  const take = (files: File[]) => {
    try {
      open(openedResult(files));
    } catch (error) {
      fail(stage, (error as Error).message);
    }
  };
  input.onchange = () => {
    if (input.files?.length) take([...input.files]);
    input.value = '';
  };
  const choose = () => input.click();
  const invitation = h(
    'div',
    {class: 'invitation', hidden: true},
    h('p', {}, 'Drop a folder that ', h('code', {}, 'peal render'), ' has written, or'),
    h('button', {class: 'button main', type: 'button', onclick: choose}, drawing('folder'), 'Open a result folder'),
    exampleRow(),
    h('p', {class: 'quiet'}, 'Nothing is sent anywhere. From a terminal: ', h('code', {}, 'peal view out/drop')),
  );
  stage.append(invitation, input);
  addEventListener('dragover', (event) => {
    event.preventDefault();
    stage.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) stage.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    stage.classList.remove('dropping');
    if (event.dataTransfer)
      void droppedFiles(event.dataTransfer).then(take, (error: Error) => fail(stage, error.message));
  });
  return {
    invite: (visible) => {
      invitation.hidden = !visible;
      stage.parentElement?.classList.toggle('empty', visible);
    },
    others: h(
      'div',
      {class: 'others'},
      h('button', {class: 'button', type: 'button', onclick: choose}, drawing('folder'), 'Open another result'),
      exampleRow(),
    ),
  };
}
