/** The receipt for deposits: one chunk of this name (D-SHELL-15). */
export { default } from './DepositPage.tsx';
