// Keys that play, wherever the focus is: but what a focused control needs for itself is left to it.

/** Whether a key is a control's own: all of them in fields and lists, Space and Enter on what can be pressed. */
export function isTaken(event: KeyboardEvent): boolean {
  const on = event.target as Partial<HTMLElement>;
  if (event.ctrlKey || event.metaKey || event.altKey || on.closest?.('input, select, textarea')) return true;
  return (event.key === ' ' || event.key === 'Enter') && !!on.closest?.('button, a, summary');
}

/** After a press of the pointer on one of `buttons`, the keys go to the picture. */
export function keysToPicture(panel: HTMLElement, buttons: string, stage: HTMLElement) {
  panel.addEventListener('click', (event) => {
    if (event.detail > 0 && (event.target as HTMLElement).closest(buttons)) stage.focus({preventScroll: true});
  });
}
