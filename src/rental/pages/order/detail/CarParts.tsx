import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import type { OrderParts } from '../../../calls/index.ts';
import { Panel } from '../../Panel.tsx';
import { formOf } from '../dialogs/forms.ts';
import { RecordTable } from '../info/RecordTable.tsx';

const model = formOf('carPart');
const COLUMNS = ['plate', 'modelName', 'since', 'until', 'mileageOut', 'mileageIn', 'distance', 'oilOut', 'oilIn'];
const WORDS = ['reason', 'fate', 'remark', 'unread'];

const eighths = (oil: number | null): string => (oil === null ? '' : `${oil}/8`);

/** Each car that the order has had, with what it showed at either end (O26); nothing while there was only one. */
export function CarParts({ cars }: Pick<OrderParts, 'cars'>) {
  useTexts('rental.order.carChange');
  const translate = useTranslate();
  if (cars.length < 2) return null;
  const label = translate('rental.order.carChange.parts');
  return (
    <Panel title={label}>
      <RecordTable
        model={model}
        columns={COLUMNS}
        beneath={WORDS}
        rows={cars.map((car, id) => ({ ...car, id, oilOut: eighths(car.oilOut), oilIn: eighths(car.oilIn) }))}
        label={label}
      />
    </Panel>
  );
}
