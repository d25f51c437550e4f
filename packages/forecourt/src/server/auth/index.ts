export { linkOwner, newLink, PASSWORD_LINKS, spendLink } from './passwordLinks.ts';
export {
  beginFactor,
  checkCode,
  checkNewCode,
  confirmFactor,
  factorState,
  nextStepOf,
  removeFactor,
  renewRecoveryCodes,
  type CodeOutcome,
  type NextStep,
} from './secondFactor.ts';
export { END_OVER, endOverOfRole, SESSION_END, SESSION_USE } from './sessionLife.ts';
export {
  devicesOf,
  forgetDevices,
  isRemembered,
  openTicket,
  rememberDevice,
  spendTicket,
  whoWaits,
  type Door,
  type Waiting,
} from './signInSteps.ts';
export { areLastSuper, lockSuperAdministrators } from './superAdministrators.ts';
export { SECOND_FACTORS } from './tables.ts';
export { uriOf } from './totp.ts';
export {
  emailOf,
  hasOverage,
  readMap,
  showsFactor,
  subjectOf,
  tenantOf,
  valuesOf,
  wordsIn,
  type Claims,
} from './oidc/claims.ts';
export { createOidc, ProviderFailure, type Begun, type Oidc, type SaidWho } from './oidc/createOidc.ts';
export {
  isEmergencyUser,
  isOnlyByProvider,
  isPasswordOff,
  offeredProviders,
  providerOf,
  providerOfSession,
  providerPurpose,
  spendOnce,
  type Provider,
} from './oidc/providers.ts';
export { LOGOUT_MINUTES } from './oidc/readLogout.ts';
export { SIGN_IN_PROVIDERS } from './oidc/tables.ts';
