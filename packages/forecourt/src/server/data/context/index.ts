export { createContexts } from './contexts.ts';
export { forget } from './forget.ts';
export { keepAnswer, keyOf, knownAnswer, takeKey } from './idempotency.ts';
export { onClient } from './kysely.ts';
export { inTransaction, leaveToEnd, settled } from './transaction.ts';
