import type { ReactNode } from "react";
import { ContrastIcon } from "../ui/icons.js";
import { toggleTheme, useTheme } from "./theme.js";

export function Logo({ word = true }: { readonly word?: boolean }) {
  return (
    <a className="logo" href="#/" aria-label="Carom, the gallery">
      <svg viewBox="0 0 22 16" width="22" height="16" aria-hidden="true">
        <path d="M2 2l7 10 10-8M1 15h20" />
      </svg>
      {word && <span>Carom</span>}
    </a>
  );
}

export function ThemeButton() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <button type="button" className="icon-button theme" aria-label={`Use the ${other} theme`} onClick={toggleTheme}>
      <ContrastIcon />
    </button>
  );
}

/** The bar of every page: what it is about on the left, what can be done with it on the right. */
export function TopBar({ about, children }: { readonly about: ReactNode; readonly children?: ReactNode }) {
  return (
    <header className="top-bar">
      <Logo />
      <div className="about">{about}</div>
      {children}
      <ThemeButton />
    </header>
  );
}
