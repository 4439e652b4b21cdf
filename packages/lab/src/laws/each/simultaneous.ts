/** In a file of its own: what is brought with it comes when it is asked for. */
export { simultaneous as law } from "carom/impact";
