/** The pages below /user: one chunk of this name (D-SHELL-15). */
export { default as ProviderReturnPage } from './ProviderReturnPage.tsx';
export { default as RecoverPage } from './RecoverPage.tsx';
export { default as RegisterPage } from './RegisterPage.tsx';
export { default as RegisterResultPage } from './RegisterResultPage.tsx';
export { default as SignInPage } from './SignInPage.tsx';
