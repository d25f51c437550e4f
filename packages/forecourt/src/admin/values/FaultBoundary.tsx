import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isLoadFault } from './loadFault.ts';

interface FaultProps {
  /** Of the component, as developers know it. */
  readonly name: string;
  readonly onRetry: () => void;
}

/** Stands in the place of a component that failed: its name, and a way to try again. */
function Fault({ name, onRetry }: FaultProps) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      role="alert"
      data-fault={name}
      // A press is about the fault, not about the row around it.
      onClick={(event) => event.stopPropagation()}
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        color: 'error.main',
        fontSize: 13,
        textAlign: 'start',
        whiteSpace: 'normal',
      }}
    >
      {translate('admin.fault.text', { name })}
      <Button size="small" onClick={onRetry}>
        {translate('admin.list.retry')}
      </Button>
    </Box>
  );
}

interface BoundaryProps {
  readonly name: string;
  /** What it shows: with something else it is tried anew. */
  readonly of?: unknown;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error?: unknown;
  readonly of: unknown;
}

/** Faults that were logged: a cell that fails fails in every row. */
const logged = new Set<string>();

/** A component that fails while it is drawn says so in its own place; all around it stays. What did not arrive is left to the page. */
export class FaultBoundary extends Component<BoundaryProps, BoundaryState> {
  /** It logs what it catches (`onCaughtError` of the root). */
  readonly logsItself = true;

  override state: BoundaryState = { of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { error: undefined, of };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const { name } = this.props;
    const fault = `${name}: ${String(error)}`;
    if (isLoadFault(error) || logged.has(fault)) return;
    logged.add(fault);
    console.error(`${name} failed`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFault(error)) throw error;
    return <Fault name={this.props.name} onRetry={() => this.setState({ error: undefined })} />;
  }
}
