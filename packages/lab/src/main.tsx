// Sheets that views share come first, so that a view's own, which stands beside it, may differ from them.
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/physics.css";
import "./styles/controls.css";
import "./styles/shell.css";
import "./styles/layout.css";
import "./styles/panels.css";
import "./styles/charts.css";
import "./styles/tables.css";
import "./styles/scene-view.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./shell/app.js";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
