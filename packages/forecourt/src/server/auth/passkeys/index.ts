export {
  CHALLENGE_MINUTES,
  createPasskeys,
  PasskeyFailure,
  type AuthenticationResponseJSON,
  type Passkeys,
  type RegistrationResponseJSON,
  type Shown,
} from './createPasskeys.ts';
export {
  hasPasskeys,
  keepPasskey,
  knownOf,
  leaveNoneAlone,
  passkeysOf,
  removePasskeys,
  type NewPasskey,
} from './kept.ts';
export { PASSKEYS } from './tables.ts';
