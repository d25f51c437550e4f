import { defineApplication } from 'forecourt/server';
import type { EntitySchema } from 'forecourt/model';
import appointment from '../../examples/clinic/schemas/appointment.json' with { type: 'json' };
import doctor from '../../examples/clinic/schemas/doctor.json' with { type: 'json' };
import patient from '../../examples/clinic/schemas/patient.json' with { type: 'json' };
import locale from '../../examples/video-rental/locale.json' with { type: 'json' };
import texts from '../../examples/video-rental/i18n/zh-CN.json' with { type: 'json' };
import { generatedTests } from '../generated/index.ts';

/** The clinic: a doctor sees his or her own patients and appointments, whatever is asked. */
generatedTests(
  defineApplication({
    schemas: {
      'appointment.json': appointment as unknown as EntitySchema,
      'doctor.json': doctor as EntitySchema,
      'patient.json': patient as EntitySchema,
    },
    resources: [],
    codes: {},
    locale,
    texts: { 'zh-CN': texts, 'en-US': texts, 'th-TH': texts },
    module: {},
  }),
);
