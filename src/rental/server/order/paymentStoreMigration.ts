import type { Migration } from 'forecourt/server';

/** Payments of an earlier version belong to the store that owns their order (D-MONEY-08): nobody has written down who took them where. */
export const STORES_OF_PAYMENTS = `
update payment set "storeId" = o."pickupStoreId" from "order" o where o.id = payment."orderId" and payment."storeId" is null`;

export const PAYMENT_STORE_MIGRATION: Migration = { name: 'stores-of-payments', sql: STORES_OF_PAYMENTS };
