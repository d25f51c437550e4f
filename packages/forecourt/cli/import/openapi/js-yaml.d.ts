/** The one function that is used of it. */
declare module 'js-yaml' {
  export function load(text: string): unknown;
}
