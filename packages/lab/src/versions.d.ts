/** Of the engines in this build, written by vite.config.ts. */
declare const __RAPIER_VERSION__: string;
declare const __CANNON_VERSION__: string;
declare const __CAROM_VERSION__: string;
