import { Alert, Box, Dialog, DialogContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { Parameter } from '../../../../schemas/types.generated.ts';
import { LoadProblem, useLabels, type ActionProps, useTexts } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';
import { StepDialog } from '../steps/StepDialog.tsx';
import { StepField } from '../steps/StepField.tsx';
import { parameterModel } from './parameterModel.ts';

/** Every parameter, by what it decides. */
const GROUPS = {
  charges: ['basicInsurancePerDay', 'handlingPerOrder', 'premiumServicePerDay', 'vipServicePerDay'],
  deposits: ['violationDeposit', 'orderDepositUnfreezeDays', 'violationDepositUnfreezeDays', 'cnyRateThbPerCny'],
  atReturn: ['fuelPricePerEighth', 'kmPerDay', 'extraKmPrice'],
  counting: ['overrunGraceMinutes', 'overrunFullDayHours', 'daysPerMonth', 'turnaroundMinutes'],
  cancellation: ['weekdayFreeCancelHours', 'weekdayPenaltyPercent', 'holidayFreeCancelHours', 'holidayPenaltyPercent'],
  alerts: ['expiryAlertDays', 'maintenanceAlertKm', 'stockViewMaxDays', 'maxPausePeriods', 'printKeyLifetimeHours'],
} as const satisfies Readonly<Record<string, readonly (keyof Parameter)[]>>;

/** What may be left empty: nothing is then charged for it. */
const OPTIONAL: ReadonlySet<string> = new Set(GROUPS.atReturn);

const NAMES = Object.values(GROUPS).flat();

function Groups() {
  const translate = useTranslate();
  useLabels('parameter');
  return (
    <>
      <Alert severity="info" sx={{ fontSize: 13 }}>
        {translate('rental.price.parametersHint')}
      </Alert>
      {Object.entries(GROUPS).map(([key, names]) => (
        <Box key={key} component="section">
          <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600, mb: 1 }}>
            {translate(`rental.price.groups.${key}`)}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'end' }}>
            {names.map((name) => (
              <StepField key={name} model={parameterModel} name={name} required={!OPTIONAL.has(name)} />
            ))}
          </Box>
        </Box>
      ))}
    </>
  );
}

/** What is charged beside the rental, for all stores (D-PRICE-07): quotes follow from now on, orders keep what they were made with. */
export default function PriceParameters({ model, action, onEnd }: ActionProps) {
  useTexts('rental.price');
  const provider = useRentalProvider();
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const close = () => onEnd?.();
  const { data, error, refetch } = useQuery({
    queryKey: ['price', 'parameters'],
    queryFn: async ({ signal }) => (await provider.call('GET', '/carprice/params', {}, { signal })).data,
    // What is changed begins with what holds now.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!data)
    return (
      <Dialog open onClose={close} fullWidth maxWidth="sm" aria-label={labels.action(action.name)}>
        <DialogContent>
          {error ? (
            <LoadProblem error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={320} />
          )}
        </DialogContent>
      </Dialog>
    );
  return (
    <StepDialog
      step={{ model, action, record: { id: 0 }, onClose: close }}
      verb={translate('ra.action.save')}
      initial={Object.fromEntries(NAMES.map((name) => [name, data[name]]))}
      body={(values) => ({ ...values, updateTime: data.updateTime })}
    >
      <Groups />
    </StepDialog>
  );
}
