export { createContext } from './createContext.ts';
export { forget } from './forget.ts';
export { keepAnswer, keyOf, knownAnswer, takeKey } from './idempotency.ts';
export { onClient, onPool } from './kysely.ts';
export { inTransaction } from './transaction.ts';
