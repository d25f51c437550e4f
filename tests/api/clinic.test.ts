import { defineApplication, type ApplicationSource } from 'forecourt/server';
import type { DashboardDeclaration, EntitySchema, ResourceDeclaration } from 'forecourt/model';
import appointment from '../../examples/clinic/schemas/appointment.json' with { type: 'json' };
import doctor from '../../examples/clinic/schemas/doctor.json' with { type: 'json' };
import patient from '../../examples/clinic/schemas/patient.json' with { type: 'json' };
import locale from '../../examples/video-rental/locale.json' with { type: 'json' };
import texts from '../../examples/video-rental/i18n/zh-CN.json' with { type: 'json' };
import { generatedTests } from '../../packages/forecourt/generated/index.ts';

/** Beside its schemas what an application may add: a palette, reports, figures and a private picture. */
const resources: readonly ResourceDeclaration[] = [
  {
    schema: 'patient',
    palette: { fields: ['birthday'] },
    report: { path: '/patient/report', groups: { doctor: 'doctorId' }, counts: {} },
  },
  {
    schema: 'appointment',
    report: { path: '/appointment/report', groups: { doctor: 'doctorId', patient: 'patientId' }, counts: {} },
  },
];
const day: DashboardDeclaration = {
  name: 'day',
  path: '/day',
  sections: [
    {
      key: 'all',
      widgets: [
        {
          key: 'patients',
          kind: 'number',
          of: 'patient',
          figures: { count: {}, visits: { measure: { sum: 'visits' } } },
        },
        { key: 'appointments', kind: 'share', of: 'appointment', by: 'doctorId' },
      ],
    },
  ],
};
const further: EntitySchema['properties'] = {
  visits: { type: 'integer', minimum: 0, maximum: 100 },
  card: { type: 'string', 'x-widget': 'image', 'x-private': true },
};

/** The clinic: a doctor sees his or her own patients and appointments, whatever is asked. */
generatedTests(
  defineApplication({
    schemas: {
      'appointment.json': appointment as unknown as EntitySchema,
      'doctor.json': doctor as EntitySchema,
      'patient.json': {
        ...(patient as EntitySchema),
        properties: { ...(patient as EntitySchema).properties, ...further },
      },
    },
    resources: resources as ApplicationSource['resources'],
    dashboards: [day],
    codes: {},
    locale,
    texts: { 'zh-CN': texts, 'en-US': texts, 'th-TH': texts },
    module: {},
  }),
);
