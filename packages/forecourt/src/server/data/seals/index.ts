export { endOfChain } from './chain.ts';
export { forgetSeals } from './forgetSeals.ts';
export { sealGauges } from './gauges.ts';
export { headOf, readHeads, type Head, type KeptHead } from './heads.ts';
export { sealErased } from './sealErased.ts';
export { sealLogs } from './sealLogs.ts';
export { verifyLogs, type LogReport } from './verifyLogs.ts';
