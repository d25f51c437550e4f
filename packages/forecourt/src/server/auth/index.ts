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
  type Waiting,
} from './signInSteps.ts';
export { SECOND_FACTORS } from './tables.ts';
export { uriOf } from './totp.ts';
