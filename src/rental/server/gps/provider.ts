import type { DeliveryContext } from 'forecourt/server';
import type { GpsReading } from '../../rules/index.ts';

/** A device as its platform lists it, with its last report. */
export interface ListedDevice {
  readonly deviceNo: string;
  readonly name: string;
  readonly sim: string;
  readonly wireless: boolean;
  /** Day, empty where the platform knows none. */
  readonly expiryDate: string | null;
  /** null: it has never reported, or says itself that it does not know where it is. */
  readonly reading: GpsReading | null;
}

export interface GpsAccess {
  readonly url: string;
  /** Empty: the secret is a token. */
  readonly account: string;
  readonly secret: string;
}

/** All devices of the account. Throws DeliveryFailure. */
export type GpsProvider = (
  access: GpsAccess,
  context: Pick<DeliveryContext, 'call' | 'now'>,
) => Promise<readonly ListedDevice[]>;
