export { addNewPassword } from './newPassword.ts';
export { addPasswordLinks } from './passwordLinks.ts';
export { sendLink, type NotSent } from './sendLink.ts';
export { addIdentities, addOidc } from './oidc/index.ts';
export { addPasskeys } from './passkeys/index.ts';
export { addOwnFactor } from './ownFactor.ts';
export { addSignInSteps, requireCode } from './signInSteps.ts';
