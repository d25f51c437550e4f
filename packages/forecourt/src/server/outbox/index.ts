export { createOutbox, LEASE_MS, type Delivered, type Outbox } from './createOutbox.ts';
export { createBackground, type Background } from './createBackground.ts';
export { MAX_ATTEMPTS, pauseAfter } from './backoff.ts';
export {
  DeliveryFailure,
  type Deliverer,
  type DeliveryContext,
  type DeliveryResult,
  type OutgoingMessage,
} from './deliverers.ts';
export { createCall, requireSuccess, type Call, type OutgoingAnswer, type OutgoingCall } from './outgoing.ts';
export { createGathering } from './gathering.ts';
