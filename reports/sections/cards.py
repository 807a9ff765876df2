"""Cards: what having one does to the result, when and where it is played, how it leaves play."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from analysis import cards, heroes
from reports import charts, words
from reports.page import Chart, Column, Section, Table
from reports.sections import card_effects
from reports.sections.common import CLEAR, NOTES, TEXTS, Context, gain, overlaps

ENDS = 12  # cards shown from either end of a long list
MIN_GAMES = 30  # a card is charted if it was never drawn in so many games; the tables show all
COPIES = Column("copies", "Copies", "count")
COPY = Column("copy", "Copy", "count")


def _identity(context: Context) -> tuple[Column, ...]:
    """Return the columns that name a card. The game says what it calls its factions."""
    faction = words.capital(context.run.catalogue.get("faction_name", "faction"))
    return (
        Column("name", "Card"),
        Column("deck_name", "Deck"),
        Column("faction_name", faction),
        Column("type", "Type", "words"),
    )


def build(context: Context) -> Section | None:
    """Worth, results, usage and ways out of every card; None if the run does not record cards."""
    counted = cards.tally(context.run)
    if counted is None:
        return None
    together, copies = counted
    results = context.named(cards.results(together))
    blocks, findings = _worth(context)
    if not blocks:
        blocks, findings = _improvements(context, results)
    more, said = card_effects.together(context)
    blocks += more
    identity = (*_identity(context), COPIES)
    blocks += [
        _results_table(results, "cards", identity, "Results with and without a card", folded=True),
        _usage_table(
            context, together, "card_usage", identity, "When and where cards are played", folded=True
        ),
        *_played_tables(context, together, identity),
        *_fates_table(
            context, together, "card_fates", identity, "How played cards last left play", folded=True
        ),
    ]
    blocks += _single_copies(context, copies) + _heroes(context)
    title = "Player cards" if context.is_cooperative else "Cards"
    intro = TEXTS["intro"]["player_cards" if context.is_cooperative else "cards"]
    return Section("cards", title, intro, blocks, [*findings, *said])


def _heroes(context: Context) -> list[Table]:
    """Return the cards that begin the game in play: how often they were lost. Nothing without such cards."""
    table = heroes.losses(context.run)
    if table.empty:
        return []
    columns = [
        *_identity(context)[:2],
        Column("lost", "Lost, of games", "rate"),
        Column("win_kept", "Win rate if kept", "rate"),
        Column("win_lost", "Win rate if lost", "rate"),
        Column("gap", "Difference, points", "points", mark="gap_bh"),
    ]
    return [
        Table("heroes", "Heroes: how often they are lost", context.named(table), columns, NOTES["heroes"])
    ]


def _worth(context: Context) -> tuple[list, list[str]]:
    """Charts by side and the table of what each card is worth, and a finding by side."""
    frame = card_effects.adjusted(context)
    if frame.empty or frame[card_effects.main(frame)].isna().all():
        return [], []
    drawn = [card_effects.chart(context, side, frame, _labels) for side in context.run.sides]
    sides = [side for side, chart in zip(context.run.sides, drawn, strict=True) if chart]
    blocks = [chart for chart in drawn if chart]
    blocks.append(card_effects.table(frame, (*_identity(context), COPIES)))
    return blocks, [card_effects.side_words(context, side, frame) for side in sides]


def _improvements(context: Context, results: pd.DataFrame) -> tuple[list, list[str]]:
    """Charts and findings by improvement when drawn, for runs that do not tell what chance decided."""
    blocks, findings = [], []
    for side in context.run.sides:
        rows = results[results["side"] == side]
        if len(rows):
            blocks.append(_chart(context, side, rows, len(results)))
            findings.append(_side_words(context, side, rows, len(results)))
    return blocks, findings


def _chart(context: Context, side: str, rows: pd.DataFrame, compared: int) -> Chart:
    """Return the ends of the list by improvement."""
    known = rows[rows["win_never_n"] >= MIN_GAMES].reset_index(drop=True)
    known = rows.reset_index(drop=True) if known.empty else known
    shown = (
        known
        if len(known) <= 2 * ENDS
        else pd.concat([known.head(ENDS), known.tail(ENDS)], ignore_index=True)
    )
    style = {"colours": context.colour(side), "markers": context.marker(side)}
    series = [charts.Series.of(shown, "improvement", label="drawn minus never drawn", **style)]
    axis = charts.Axis(f"change of {context.rate_of(side)}, percentage points", "points", 0.0)
    breaks = [ENDS] if len(shown) < len(known) else []
    says = _side_words(context, side, rows, compared)
    if breaks:
        says += f" Shown: the {ENDS} highest and the {ENDS} lowest of {len(known)}."
    if len(known) < len(rows):
        says += f" Not shown: cards never drawn in fewer than {MIN_GAMES} games."
    labels = _labels(shown)
    drawing = charts.dots(labels, series, axis, breaks)
    return Chart(
        f"cards_{side}", drawing, says, f"Improvement of {context.card_of(side)}s when drawn. {says}"
    )


def _labels(rows: pd.DataFrame) -> list[str]:
    """Return names, with the deck where two cards of the list share a name."""
    twice = rows["name"].duplicated(keep=False)
    return list((rows["name"] + " (" + rows["deck_name"] + ")").where(twice, rows["name"]))


def _side_words(context: Context, side: str, rows: pd.DataFrame, compared: int) -> str:
    """How many cards of a side stand out when drawn, and which."""
    known = rows[rows["improvement"].notna()]
    clear = known[known["improvement_bh"] < CLEAR]
    up, down = clear[clear["improvement"] > 0], clear[clear["improvement"] < 0]
    head = f"Of {words.plural(len(rows), context.card_of(side))}, "
    tail = f"allowing for {compared} comparisons"
    if clear.empty:
        return head + f"none changes the win rate clearly when drawn, {tail}."
    goes = "goes" if len(up) == 1 else "go"
    text = (
        head
        + f"{len(up)} {goes} with clearly more wins when drawn and {len(down)} with clearly fewer, {tail}"
    )
    if len(up):
        others = words.plural(overlaps(known, "improvement", up.iloc[0]), "other")
        text += f"; highest {up.iloc[0]['name']}, {gain(up.iloc[0], 'improvement')}, overlapping {others}"
    if len(down):
        text += f"; lowest {down.iloc[-1]['name']}, {gain(down.iloc[-1], 'improvement')}"
    return text + "."


def _results_table(results: pd.DataFrame, name: str, identity, caption: str, folded: bool = False) -> Table:
    columns = [
        *identity,
        Column("improvement", "Improvement when drawn, points", "points", mark="improvement_bh"),
        Column("improvement_same_length", "At equal length, points", "points"),
        Column("opening_effect", "Dealt in the opening hand, points", "points", mark="opening_effect_bh"),
        Column("win_opening", "Wins, in opening hand", "rate"),
        Column("win_drawn", "Wins, drawn", "rate"),
        Column("win_played", "Wins, played", "rate"),
        Column("win_never", "Wins, never drawn", "rate"),
        Column("drawn", "Drawn, of games", "rate"),
        Column("played", "Played, of games", "rate"),
    ]
    return Table(name, caption, results, columns, NOTES["results"], folded)


def _usage_table(context: Context, counts, name: str, identity, caption: str, folded: bool = False) -> Table:
    usage = context.named(cards.usage(counts))
    places = [
        c for c in usage if c.startswith(("place_", "moved_")) and not c.endswith(("_low", "_high", "_n"))
    ]
    rounds = [c for c in usage if c.startswith("round_") and not c.endswith(("_low", "_high", "_n"))]
    columns = [
        *identity,
        Column("drawn", "Drawn", "rate"),
        Column("played_if_drawn", "Played, if drawn", "rate"),
        Column("drawn_round", "Drawn in round", "mean"),
        Column("played_round", "Played in round", "mean"),
        *(Column(c, _place_words(c), "rate", show_n=False) for c in places),
        *(Column(c, f"In round {c.removeprefix('round_')}", "rate", show_n=False) for c in rounds),
    ]
    return Table(name, caption, usage, columns, NOTES["usage"], folded)


def _played_tables(context: Context, tallied, identity) -> list[Table]:
    """Win rates by round and by place of the first play: one row per card; the CSVs in long form too."""
    tables = []
    for name, key, frame, caption in (
        ("cards_by_round", "round", cards.by_round(tallied), "Does it matter when a card is first played"),
        ("cards_by_place", "place", cards.by_place(tallied), "Does it matter where a card is first played"),
    ):
        if f"played_{key}" not in context.run.card_fields:
            continue
        if frame.empty:
            continue
        wide, columns = context.named(cards.facts(tallied.units)), [*identity]
        for value, rows in frame.groupby(key, sort=key == "round"):
            head = f"{key}_{value}"
            gaps = {column: head + column[3:] for column in rows if column.startswith("gap")}
            mine = rows.rename(columns=gaps)[["seat", "id", *gaps.values()]]
            wide = wide.merge(mine, "left", ["seat", "id"])
            label = f"Round {value}" if key == "round" else words.capital(words.human(value))
            columns.append(Column(head, label, "points", mark=f"{head}_bh"))
        tables.append(Table(name, caption, wide, columns, NOTES["played"], folded=True))
        tables.append(Table(f"{name}_all", caption, frame))
    return tables


def _place_words(column: str) -> str:
    verb, place = column.split("_", 1)
    return f"Played to {words.human(place)}" if verb == "place" else f"Later moved to {words.human(place)}"


def _fates_table(
    context: Context, counts, name: str, identity, caption: str, folded: bool = False
) -> list[Table]:
    """Ways out of play of played cards, one column per way; the CSV has all statuses in long form."""
    fates = cards.fates(counts)
    if fates.empty:
        return []
    keys = ["seat", "id", *(["column"] if "column" in fates else [])]
    played = fates[fates["status"] == cards.STATUSES[2]]
    ways = list(played.groupby("left")["count"].sum().sort_values(ascending=False, kind="stable").index)
    wide = cards.facts(counts.units).copy()
    wide["n"] = wide.merge(played.drop_duplicates(keys)[[*keys, "share_n"]], "left", keys)["share_n"].fillna(
        0
    )
    for way in ways:
        one = played[played["left"] == way][[*keys, "share", "share_low", "share_high", "share_n"]]
        renamed = one.rename(
            columns=lambda c, way=way: c.replace("share", way) if c.startswith("share") else c
        )
        wide = wide.merge(renamed, "left", keys)
    wide = context.named(wide)
    columns = [*identity, Column("n", "Played (n)", "count")]
    columns += [Column(way, words.capital(words.human(way)), "rate", show_n=False) for way in ways]
    page = Table(name, caption, wide, columns, NOTES["fates"], folded)
    return [page, Table(f"{name}_all", caption, fates)]


def _single_copies(context: Context, copies: cards.CardTally) -> list[Table]:
    """Return the same tables for single copies; the page shows those of cards that have several."""
    units = copies.units
    several = set(
        units.loc[units.duplicated(["seat", "id"]), ["seat", "id"]].itertuples(index=False, name=None)
    )
    if not several:
        return []
    identity, results = (*_identity(context), COPY), context.named(cards.results(copies))
    tables = [
        _results_table(results, "copies", identity, "Single copies: effect on the result", folded=True),
        _usage_table(
            context, copies, "copy_usage", identity, "Single copies: when and where played", folded=True
        ),
        *_fates_table(
            context, copies, "copy_fates", identity, "Single copies: how they left play", folded=True
        ),
    ]
    return [_only(table, several) for table in tables]


def _only(table: Table, several: set[tuple[str, str]]) -> Table:
    """Show on the page only the rows of some cards, named by (seat, id)."""
    pairs = zip(table.frame["seat"], table.frame["id"], strict=True)
    return replace(table, shown=[pair in several for pair in pairs])
