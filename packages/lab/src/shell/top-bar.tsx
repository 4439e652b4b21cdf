import { useState } from "react";

type Theme = "light" | "dark";

function preferred(): Theme {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
  document.documentElement.classList.toggle("light", theme === "light");
}

export function TopBar() {
  const [theme, setTheme] = useState<Theme>(preferred);
  const other: Theme = theme === "dark" ? "light" : "dark";
  return (
    <header className="top-bar">
      <a className="logo" href="./">
        <svg viewBox="0 0 22 16" width="22" height="16" aria-hidden="true">
          <path d="M2 2l7 10 10-8M1 15h20" />
        </svg>
        Carom
      </a>
      <p>What happens when bodies hit each other.</p>
      <button
        type="button"
        aria-label={`Use the ${other} theme`}
        onClick={() => {
          apply(other);
          setTheme(other);
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" fill="none" />
          <path className="half" d="M8 2a6 6 0 0 1 0 12z" />
        </svg>
      </button>
    </header>
  );
}
