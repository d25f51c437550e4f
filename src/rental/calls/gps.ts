import { defineCall, ID, INTEGER, NOTHING, object, typed } from 'forecourt/calls';
import { code } from './parts.ts';

interface SavedSettings {
  readonly id: number;
  readonly [property: string]: unknown;
}

export const gpsCalls = {
  saveGpsSettings: defineCall({
    method: 'POST',
    path: '/car/gpsdevice/setting',
    summary: 'Save where GPS devices and their positions come from',
    permission: 'gps-edit',
    proof: true,
    // The generic save behind it refuses what the schema does not know.
    input: typed<SavedSettings>({
      type: 'object',
      required: ['id'],
      additionalProperties: true,
      properties: { id: { const: 1 } },
    }),
    answer: NOTHING,
    log: { module: 'gpsSetting', action: 'save', object: 'id' },
    success: 'msg.success.save',
  }),
  syncDevices: defineCall({
    method: 'POST',
    path: '/car/gpsdevice/sync',
    summary: 'Ask the provider for its devices and where they are',
    permission: 'gps-edit',
    perMinute: 120,
    input: object({}),
    answer: object({ added: INTEGER, updated: INTEGER, total: INTEGER, provider: code('gpsProvider') }),
    log: { module: 'gpsDevice', action: 'sync' },
  }),
  bindDevice: defineCall({
    method: 'POST',
    path: '/car/gpsdevice/bind',
    summary: 'Bind a device to a vehicle',
    permission: 'gps-edit',
    input: object({ id: ID, carId: ID }),
    answer: NOTHING,
    log: { module: 'gpsDevice', action: 'bind', object: 'id' },
    success: 'msg.success.update',
  }),
  unbindDevice: defineCall({
    method: 'POST',
    path: '/car/gpsdevice/unbind',
    summary: 'Take a device off its vehicle',
    permission: 'gps-edit',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'gpsDevice', action: 'unbind', object: 'id' },
    success: 'msg.success.update',
  }),
};
