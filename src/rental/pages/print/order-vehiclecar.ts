/** Both check sheets: one chunk of this name (D-SHELL-15). */
export { default as CheckPage } from './CheckPage.tsx';
export { default as PhotoCheckPage } from './PhotoCheckPage.tsx';
