/** The car from the left, from above, from the right, from the front and from behind: marks are drawn on it with a pen. */
export function CarSketch() {
  const side = (
    <>
      <path d="M4 62 Q5 50 20 46 L48 42 L68 22 Q74 17 84 17 L128 17 Q138 17 145 23 L163 41 L184 45 Q196 48 196 60 L196 66 Q196 70 190 70 L10 70 Q4 70 4 66 Z" />
      <path d="M58 41 L74 25 Q77 22 83 22 L101 22 L101 41 Z M107 41 L107 22 L127 22 Q134 22 139 27 L152 41 Z M104 22 L104 68 M150 68 Q158 52 152 42 M56 42 L58 68" />
      <circle cx="42" cy="70" r="14" />
      <circle cx="42" cy="70" r="7" />
      <circle cx="160" cy="70" r="14" />
      <circle cx="160" cy="70" r="7" />
      <path d="M110 47 L118 47 M64 47 L72 47 M6 55 L16 53 M186 52 L195 54" />
    </>
  );
  return (
    <svg className="sketch" viewBox="0 0 640 250" role="img" aria-hidden>
      <g transform="translate(6 20)">{side}</g>
      <g transform="translate(206 148) scale(-1 1)">{side}</g>
      <g transform="translate(228 42)">
        <path d="M12 20 Q2 28 2 50 L2 110 Q2 132 12 140 L40 150 L160 150 Q196 146 200 120 L200 40 Q196 14 160 10 L40 10 Z" />
        <path d="M58 24 L76 34 L76 126 L58 136 Q50 110 50 80 Q50 50 58 24 Z M150 30 L136 38 L136 122 L150 130 Q158 108 158 80 Q158 52 150 30 Z M76 34 L136 38 M76 126 L136 122 M70 10 L70 4 L78 2 L80 10 M70 150 L70 156 L78 158 L80 150" />
      </g>
      <g transform="translate(452 26)">
        <path d="M14 52 L26 20 Q30 12 40 12 L124 12 Q134 12 138 20 L150 52 Q160 56 160 68 L160 86 L4 86 L4 68 Q4 56 14 52 Z M30 50 L38 24 L126 24 L134 50 Z M12 64 L36 66 L36 74 L12 72 Z M152 64 L128 66 L128 74 L152 72 Z M52 70 L112 70 L112 80 L52 80 Z M10 86 L10 98 L30 98 L30 86 M134 86 L134 98 L154 98 L154 86" />
      </g>
      <g transform="translate(452 142)">
        <path d="M14 52 L26 20 Q30 12 40 12 L124 12 Q134 12 138 20 L150 52 Q160 56 160 68 L160 86 L4 86 L4 68 Q4 56 14 52 Z M34 44 L40 22 L124 22 L130 44 Z M8 58 L30 60 L30 72 L8 72 Z M156 58 L134 60 L134 72 L156 72 Z M58 62 L106 62 L106 74 L58 74 Z M10 86 L10 98 L30 98 L30 86 M134 86 L134 98 L154 98 L154 86" />
      </g>
    </svg>
  );
}
