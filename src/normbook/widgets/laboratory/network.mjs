// One network on the page: a session of the engine, and what is known of its run so far.

/**
 * `start(spec, listener)` makes a session, see engine/types.mjs; none is made before `wake`,
 * `goTo` or `goOn`. `changed` is told of each frame and of the end; the next frame comes when what it returned
 * has settled.
 */
export function network(spec, { start, changed }) {
  let session = null;
  let target = 0; // the step that it trains up to; 0 while it rests
  const run = {
    spec,
    step: 0,
    losses: [],
    frame: null,
    ended: null,
    evaluation: null,
    wake,
    goTo,
    goOn,
    rest,
    close,
  };

  function wake() {
    session ??= start(spec, { onFrame, onEnd });
  }

  function onFrame(frame) {
    run.step = frame.step;
    for (const loss of frame.loss) run.losses.push(loss);
    run.frame = merged(run.frame, frame);
    run.evaluation = null;
    if (spec.norm === "batch" && frame.step && !frame.running)
      session.evaluate().then(onEvaluation);
    return changed();
  }

  function onEvaluation(evaluation) {
    if (evaluation.step === run.step) run.evaluation = evaluation;
    changed();
  }

  function onEnd(ended) {
    run.ended = ended;
    changed();
  }

  function goTo(step) {
    if (target === step || run.step >= step || run.ended) return;
    wake();
    target = step;
    session.goTo(step);
  }

  /** Takes one step more than it has taken, which the page may not know yet. */
  function goOn() {
    if (run.ended) return;
    wake();
    target = run.step + 1;
    session.step(1);
  }

  function rest() {
    if (target) session.pause();
    target = 0;
  }

  function close() {
    session?.close();
  }

  return run;
}

/**
 * A frame to keep: with copies of its arrays, since the engine writes into them again once it was
 * shown, and with the plane and the wrong examples of the last frame where it has none.
 */
function merged(last, { blocks, plane, wrong, ...rest }) {
  return {
    ...rest,
    blocks: blocks.map((probe) => ({ ...probe, histogram: probe.histogram.slice() })),
    plane: plane ? { ...plane, probabilities: plane.probabilities.slice() } : last?.plane,
    wrong: wrong ? wrong.slice() : last?.wrong,
  };
}
