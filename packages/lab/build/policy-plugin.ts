import type { Plugin } from "vite";
import { CONTENT_SECURITY_POLICY } from "./content-security-policy.js";

/** Writes the policy into the built page. Not while developing: Vite's own client is inline. */
export function policyPlugin(): Plugin {
  return {
    name: "carom-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY }, injectTo: "head-prepend" },
    ],
  };
}
