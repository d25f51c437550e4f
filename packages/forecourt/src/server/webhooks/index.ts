export { questionOf, TEST_TYPE } from './createTeller.ts';
export { createWebhooks, type Webhooks } from './createWebhooks.ts';
export { newSecret, SECRET_PURPOSE } from './signature.ts';
export { webhookMigrations } from './tables.ts';
