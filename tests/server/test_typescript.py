from ziggurat.server.typescript import TARGET, types


def test_the_types_of_the_client_are_those_of_the_messages() -> None:
    assert TARGET.read_text(encoding="utf-8") == types(), "run `python -m ziggurat.server.typescript`"
