import { defineResource } from 'forecourt/model';
import type { GpsSetting } from '../schemas/types.generated.ts';

/** One document, the first; its form opens from the list of devices. */
export default defineResource<GpsSetting>({
  schema: 'gpsSetting',
  permission: { base: 'gps', route: 'car-gpsdevice', words: { add: 'edit', detail: 'edit' } },
  api: { info: '/car/gpsdevice/setting/{id}', save: '/car/gpsdevice/setting' },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'provider', fields: ['provider', 'url', 'account', 'secret'] },
      { key: 'rhythm', fields: ['enabled', 'syncMinutes', 'offlineMinutes'] },
      { key: 'state', fields: ['syncTime', 'tryTime', 'nextTime', 'tries', 'error'] },
    ],
  },
});
