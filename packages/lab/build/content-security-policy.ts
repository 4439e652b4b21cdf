/**
 * What the page may load and run: its own files, and nothing else. The built page carries it as a meta tag, for hosts that set no headers;
 * `carom lab` reads it there and sends it as a header too (packages/cli/src/static-server.ts), with what a meta tag cannot say.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // Engines to compare with are WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // Pictures that are being exported pass through blob: addresses.
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // The preview of what is embedded elsewhere.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
