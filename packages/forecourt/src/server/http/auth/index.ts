export { addNewPassword } from './newPassword.ts';
export { addPasswordLinks } from './passwordLinks.ts';
export { addOwnFactor } from './ownFactor.ts';
export { addSignInSteps, requireCode } from './signInSteps.ts';
