/** Light or dark: as the system prefers, until the user says otherwise. */
import { useSyncExternalStore } from "react";
import { createStore } from "./store.js";

export type Theme = "light" | "dark";

const KEY = "carom-theme";
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

/** What the user said; undefined: nothing. */
const chosen = createStore(stored());

function apply(): void {
  const { classList } = document.documentElement;
  classList.toggle("dark", chosen.get() === "dark");
  classList.toggle("light", chosen.get() === "light");
}
apply();
// Before anybody else hears of it: they draw in the colours that are set.
chosen.subscribe(apply);

export function currentTheme(): Theme {
  return chosen.get() ?? (dark.matches ? "dark" : "light");
}

export function toggleTheme(): void {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  try {
    window.localStorage.setItem(KEY, theme);
  } catch {
    // As above.
  }
  chosen.set(theme);
}

function subscribe(changed: () => void): () => void {
  dark.addEventListener("change", changed);
  const end = chosen.subscribe(changed);
  return () => {
    dark.removeEventListener("change", changed);
    end();
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
