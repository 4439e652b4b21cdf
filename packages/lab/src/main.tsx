import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./shell/app.js";
import "./styles/fonts.css";
import "./tokens.css";
import "./styles/base.css";
import "./styles/home.css";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
