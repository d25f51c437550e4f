// Written by scripts/generate.ts from schemas/*.json and resources/codes.ts. Do not edit: run `npm run generate`.
// Schemas without endpoints or screens (x-internal); the browser never loads them.
export const internalSchemas = ['hold', 'orderFee', 'orderTask', 'parameter', 'payment', 'renewal', 'smsSetting', 'storeSetting'] as const;
