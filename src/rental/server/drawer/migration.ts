import type { Migration } from 'forecourt/server';
import { DEFAULT_TIME_ZONE } from '../../rules/index.ts';

/** Payments of an earlier version count in the day of their time, by the clock of their store: no day was closed then (D-MONEY-10). */
export const DAYS_OF_PAYMENTS = `
update payment set "day" = (payment.time at time zone coalesce(city."timeZone", '${DEFAULT_TIME_ZONE}'))::date
from store left join city on city.id = store."cityId" where store.id = payment."storeId" and payment."day" is null`;

export const PAYMENT_DAY_MIGRATION: Migration = { name: 'days-of-payments', sql: DAYS_OF_PAYMENTS };
