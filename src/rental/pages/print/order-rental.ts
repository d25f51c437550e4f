/** The rental sheet: one chunk of this name (D-SHELL-15). */
export { default } from './RentalPage.tsx';
