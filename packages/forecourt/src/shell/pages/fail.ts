/** What is shown when an address leads nowhere: one chunk of this name (D-SHELL-15). */
export { default } from './NotFoundPage.tsx';
export { PublicNotFoundPage } from './PublicNotFoundPage.tsx';
