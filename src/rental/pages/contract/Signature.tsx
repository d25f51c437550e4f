import { useEffect, useRef } from 'react';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import SignaturePad from 'signature_pad';

/** Wide enough to sign with a finger, and the size that the sheets print. */
const HEIGHT = 180;

interface SignatureProps {
  readonly label: string;
  /** A PNG of what is drawn, asked for when it is wanted; undefined while nothing is drawn. */
  readonly onChange: (draw: (() => Promise<Blob>) | undefined) => void;
}

/** A field to sign in with finger, pen or mouse; black on white in every theme, since it goes on paper. */
export function Signature({ label, onChange }: SignatureProps) {
  const translate = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });

  useEffect(() => {
    const element = canvas.current!;
    const drawing = new SignaturePad(element, {
      backgroundColor: '#fff',
      penColor: '#000',
      minWidth: 1,
      maxWidth: 2.6,
    });
    pad.current = drawing;
    const picture = () =>
      new Promise<Blob>((resolve, reject) =>
        element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('msg.upload.failed'))), 'image/png'),
      );
    /** A turned phone keeps what is drawn. */
    const fit = () => {
      const strokes = drawing.toData();
      const ratio = Math.max(window.devicePixelRatio, 1);
      element.width = element.offsetWidth * ratio;
      element.height = HEIGHT * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      drawing.clear();
      drawing.fromData(strokes);
    };
    fit();
    const ended = () => changed.current(picture);
    drawing.addEventListener('endStroke', ended);
    window.addEventListener('resize', fit);
    return () => {
      drawing.removeEventListener('endStroke', ended);
      window.removeEventListener('resize', fit);
      drawing.off();
    };
  }, []);

  const clear = () => {
    pad.current?.clear();
    onChange(undefined);
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', minHeight: 36 }}>
        <Box sx={{ fontWeight: 500 }}>{label}</Box>
        <Button size="small" onClick={clear}>
          {translate('rental.order.contract.clear')}
        </Button>
      </Box>
      <Box
        component="canvas"
        ref={canvas}
        role="img"
        aria-label={label}
        sx={{
          display: 'block',
          width: 1,
          height: HEIGHT,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: '#fff',
          touchAction: 'none',
          cursor: 'crosshair',
        }}
      />
    </Box>
  );
}
