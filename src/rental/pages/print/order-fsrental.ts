/** The flash rental agreement: one chunk of this name (D-SHELL-15). */
export { default } from './FlashRentalPage.tsx';
