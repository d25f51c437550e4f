export { linkOwner, newLink, PASSWORD_LINKS, spendLink } from './passwordLinks.ts';
export {
  beginFactor,
  beginStandIns,
  checkCode,
  checkNewCode,
  confirmFactor,
  factorState,
  lacksFactor,
  nextStepOf,
  removeFactor,
  renewRecoveryCodes,
  waysOf,
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
export { SCIM } from './scimTables.ts';
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
  PASSWORD_OFF,
  providerOf,
  providerOfSession,
  providerPurpose,
  spendOnce,
  type Provider,
} from './oidc/providers.ts';
export { LOGOUT_MINUTES } from './oidc/readLogout.ts';
export { PASSWORDS_OFF, SIGN_IN_PROVIDERS } from './oidc/tables.ts';
export {
  CHALLENGE_MINUTES,
  createPasskeys,
  hasPasskeys,
  keepPasskey,
  knownOf,
  leaveNoneAlone,
  PasskeyFailure,
  PASSKEYS,
  passkeysOf,
  removePasskeys,
  type AuthenticationResponseJSON,
  type NewPasskey,
  type Passkeys,
  type RegistrationResponseJSON,
  type Shown,
} from './passkeys/index.ts';
