// Dark or light: the system's wish, or the visitor's, kept in localStorage as "peal-theme".
export type Theme = 'dark' | 'light';
const kKey = 'peal-theme';
const system = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<(theme: Theme) => void>();

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(kKey);
    return value === 'dark' || value === 'light' ? value : null;
  } catch {
    return null;
  } // storage may be forbidden
}

export function theme(): Theme {
  return stored() ?? (system.matches ? 'light' : 'dark');
}

function apply() {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener(theme());
}

export function toggleTheme() {
  const next: Theme = theme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(kKey, next);
  } catch {
    /* then only for this page */
  }
  document.documentElement.dataset.theme = next;
  for (const listener of listeners) listener(next);
}

/** Calls at once and whenever the theme changes. */
export function onTheme(listener: (theme: Theme) => void): () => void {
  listeners.add(listener);
  listener((document.documentElement.dataset.theme as Theme | undefined) ?? theme());
  return () => listeners.delete(listener);
}

/** The value of a CSS variable of theme.css, e.g. colour('accent'). */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement)
    .getPropertyValue('--' + name)
    .trim();
}

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

system.addEventListener('change', apply);
apply();
