import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home.js";
import "./tokens.css";
import "./lab.css";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Home />
  </StrictMode>,
);
