/** Light or dark: as the system prefers, until the user says otherwise. */
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

const KEY = "carom-theme";
const CHANGED = "carom-theme-changed";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function stored(): Theme | undefined {
  try {
    const value = window.localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
    return undefined;
  }
}

let chosen = stored();

function apply(): void {
  const { classList } = document.documentElement;
  classList.toggle("dark", chosen === "dark");
  classList.toggle("light", chosen === "light");
}
apply();

export function currentTheme(): Theme {
  return chosen ?? (dark.matches ? "dark" : "light");
}

export function toggleTheme(): void {
  chosen = currentTheme() === "dark" ? "light" : "dark";
  try {
    window.localStorage.setItem(KEY, chosen);
  } catch {
    // As above.
  }
  apply();
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  dark.addEventListener("change", changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    dark.removeEventListener("change", changed);
    window.removeEventListener(CHANGED, changed);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
