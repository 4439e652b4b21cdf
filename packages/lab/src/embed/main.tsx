import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/physics.css";
import "../styles/controls.css";
import "./embed.css";
import { createRoot } from "react-dom/client";
import { Embed } from "./embed.js";

createRoot(document.getElementById("root")!).render(<Embed />);
